const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/**
 * Follows which HTML elements are open in the raw HTML of a text. What a browser would read otherwise, such as an attribute
 * that does not end, counts as open from there on: what follows may be hidden.
 */
export function createTagDepth(): { readonly read: (html: string) => void; readonly isInside: () => boolean } {
  const open: string[] = []
  let isBroken = false
  return {
    read(html) {
      const rest = html
        .replaceAll(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<![a-z][^>]*>/giu, '')
        .replaceAll(/<(\/?)([a-z][^\s/>]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/giu, (_all, slash: string, tag: string) => {
          const name = tag.toLowerCase()
          if (slash !== '') open.splice(open.includes(name) ? open.lastIndexOf(name) : open.length)
          else if (!voidElements.has(name)) open.push(name)
          return ''
        })
      isBroken ||= /<[a-z/!?]/iu.test(rest)
    },
    isInside: () => isBroken || open.length > 0,
  }
}
