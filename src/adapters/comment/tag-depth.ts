const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/**
 * Tracks the open HTML elements in raw HTML. Malformed HTML, such as an attribute without an end, counts as open until
 * the end of the text: browsers may hide what follows.
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
