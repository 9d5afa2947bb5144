import type { AllocatorReading } from '../../record/pipeline.ts'

/** GB in these lines means GiB: the pipeline divides the figures of torch by 1024³. */
const form = /Memory at failure: (\d{1,6}(?:\.\d{1,4})?) ?GB allocated, (\d{1,6}(?:\.\d{1,4})?) ?GB reserved/

/** Reads the allocator figures from the line that the pipeline prints when memory runs out. */
export function readMemoryAtFailure(text: string): AllocatorReading[] {
  const found = form.exec(text)
  if (!found) return []
  const [allocatedBytes = 0, reservedBytes = 0] = found.slice(1).map((gigabytes) => Number(gigabytes) * 2 ** 30)
  return reservedBytes > 0 ? [{ stage: null, gpu: null, allocatedBytes, reservedBytes, when: 'failure' }] : []
}
