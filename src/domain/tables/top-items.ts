/** The first few items in an order, out of any number, independent of the order of insertion. */
export type TopItems<Item> = {
  readonly add: (item: Item) => void
  /** Items in that order. */
  readonly items: readonly Item[]
}

/** Creates an empty list that keeps the first `most` items by `isBefore`. */
export function createTopItems<Item>(most: number, isBefore: (one: Item, other: Item) => boolean): TopItems<Item> {
  const items: Item[] = []
  return {
    items,
    add: (item) => {
      const place = items.findIndex((kept) => isBefore(item, kept))
      if (place >= 0) items.splice(place, 0, item)
      else if (items.length < most) items.push(item)
      if (items.length > most) items.pop()
    },
  }
}
