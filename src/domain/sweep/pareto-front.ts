/** An item with two costs. Both are better when lower. */
export type Tradeoff = { readonly cost: number; readonly price: number }

/** Selects the items that no other item beats in one cost without being worse in the other, by ascending `cost`. */
export function selectParetoFront<Item extends Tradeoff>(items: readonly Item[]): Item[] {
  const ordered = items.toSorted((a, b) => a.cost - b.cost || a.price - b.price)
  const front: Item[] = []
  for (const item of ordered) {
    const last = front.at(-1)
    if (!last || item.price < last.price || (item.price === last.price && item.cost === last.cost)) front.push(item)
  }
  return front
}
