/** At most `most` items at even distances, the first and the last among them. */
export function sampleEvenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)] as Item)
}
