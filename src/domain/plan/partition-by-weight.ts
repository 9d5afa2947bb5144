/**
 * Distributes weighted items over `count` parts, heaviest first, each to the lightest part (LPT scheduling). No part
 * exceeds the mean by more than one item. Ties follow the input order, so the result is deterministic.
 */
export function partitionByWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  count: number,
): Item[][] {
  const hands = Array.from({ length: count }, () => ({ weight: 0, items: [] as Item[] }))
  for (const item of items.toSorted((one, other) => other.weight - one.weight)) {
    const lightest = hands.reduce((least, hand) => (hand.weight < least.weight ? hand : least))
    lightest.items.push(item)
    lightest.weight += item.weight
  }
  return hands.map((hand) => items.filter((item) => hand.items.includes(item)))
}
