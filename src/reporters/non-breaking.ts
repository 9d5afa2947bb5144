/** Keeps a number together with its unit and its comparison sign in narrow columns. */
export function preventBreaks(cell: string): string {
  return cell.replaceAll(/(?<=\d) (?!→|to |\()|(?<=^(?:[<≤≥>=]|&lt;|&gt;)) (?=[\d.])/g, '\u00A0')
}
