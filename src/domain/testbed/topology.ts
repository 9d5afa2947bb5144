const gpuName = /^GPU(\d+)$/
const link = /^(?:NV\d+|PIX|PXB|PHB|NODE|SYS|C2C)$/
const underline = /\p{Cc}\[[\d;]{0,20}m/gu

/** Link between two GPUs of the host, as named by `nvidia-smi topo`. */
type GpuLink = { readonly one: number; readonly other: number; readonly link: string }

/**
 * Summarizes the matrix of `nvidia-smi topo -m` for the given GPUs (physical indices): `NV18 all-to-all` for NVLink,
 * `PCIe (PHB)` without it, `mixed: NV4 0-1 2-3; SYS 0-2 …` otherwise. Null for fewer than two GPUs or if a pair is
 * missing.
 */
export function describeTopology(text: string, gpus: readonly number[]): string | null {
  const pairs = readPairs(text).filter(({ one, other }) => one < other && gpus.includes(one) && gpus.includes(other))
  if (gpus.length < 2 || pairs.length !== (gpus.length * (gpus.length - 1)) / 2) return null
  const links = [...new Set(pairs.map((pair) => pair.link))].toSorted()
  const [only = ''] = links
  if (links.length === 1 && isFast(only)) return gpus.length === 2 ? only : `${only} all-to-all`
  if (!links.some(isFast)) return `PCIe (${links.join(', ')})`
  return `mixed: ${links.map((name) => `${name} ${formatPairs(pairs, name)}`).join('; ')}`.slice(0, 200)
}

function isFast(name: string): boolean {
  return name.startsWith('NV') || name === 'C2C'
}

function formatPairs(pairs: readonly GpuLink[], name: string): string {
  return pairs
    .filter((pair) => pair.link === name)
    .map(({ one, other }) => `${one}-${other}`)
    .join(' ')
}

/** The first columns are the GPUs in header order; NICs and affinities follow. */
function readPairs(text: string): GpuLink[] {
  const rows = text.split('\n').map((line) => line.replaceAll(underline, '').trim().split(/\s+/))
  const header = rows.find((fields) => fields[0] === 'GPU0' && fields[1] !== 'X') ?? []
  const columns = header.filter((field) => gpuName.test(field)).map(parseIndex)
  return rows
    .filter((fields) => fields !== header && gpuName.test(fields[0] ?? ''))
    .flatMap(([name = '', ...cells]) =>
      columns.flatMap((other, index): GpuLink[] => {
        const cell = cells[index] ?? ''
        return link.test(cell) ? [{ one: parseIndex(name), other, link: cell }] : []
      }),
    )
}

function parseIndex(name: string): number {
  return Number(gpuName.exec(name)?.[1])
}
