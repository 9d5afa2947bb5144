/**
 * Deals weighed items out to `count` hands, the heaviest first and each to the hand that has least: no hand has more than
 * the fair share and one item. Equal weights and hands go by their order, so that the same items are always dealt alike.
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
