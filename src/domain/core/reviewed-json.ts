/** JSON as people review it: two spaces, every list of plain values on one line. */
export function formatReviewedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  const listOfPlainValues =
    /\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g
  return `${text.replaceAll(listOfPlainValues, (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`)}\n`
}
