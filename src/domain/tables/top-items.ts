/** The few items that come first in an order, out of any number; the same ones whatever the order of arrival. */
export type TopItems<Item> = {
  readonly add: (item: Item) => void
  /** In that order. */
  readonly items: readonly Item[]
}

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
