/** Something that is worth less the more it costs, in two currencies. Both are better when lower. */
export type Tradeoff = { readonly cost: number; readonly price: number }

/** Those that no other beats in one of both without losing in the other, from the lowest cost on. */
export function selectParetoFront<Item extends Tradeoff>(items: readonly Item[]): Item[] {
  const ordered = items.toSorted((a, b) => a.cost - b.cost || a.price - b.price)
  const front: Item[] = []
  for (const item of ordered) {
    const last = front.at(-1)
    if (!last || item.price < last.price || (item.price === last.price && item.cost === last.cost)) front.push(item)
  }
  return front
}
