/** Whether the last line of a text is this marker, which identifies what warpgauge wrote. */
export function hasFinalMarker(body: string, marker: string): boolean {
  return body.trimEnd().split(/\r?\n/u).at(-1) === marker
}
