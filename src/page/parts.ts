/** Decodes a data part of the file: base64 of gzip. */
export async function decodePart(base64: string): Promise<Uint8Array> {
  const stream = new Blob([decodeBase64(base64)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Reads a data part as text; empty when it does not exist. */
export function readPartText(id: string): string {
  return document.querySelector(`script[id="${CSS.escape(id)}"]`)?.textContent ?? ''
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}
