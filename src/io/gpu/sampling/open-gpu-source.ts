import type { GpuSource } from '../gpu-source.ts'
import type { SourceChoice } from './sampling-messages.ts'

/** Opens a source by name; null when readings are pushed from outside. Rejects when it cannot be opened. */
export async function openGpuSource(choice: SourceChoice): Promise<GpuSource | null> {
  switch (choice.kind) {
    case 'nvml': {
      const { openDriver } = await import('../nvml/driver-thread.ts')
      return await openDriver(choice.libraryPath)
    }
    case 'module': {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module was named by our own caller
      const { openSource } = (await import(choice.url)) as { openSource: (options: unknown) => GpuSource }
      return openSource(choice.options)
    }
    case 'pushed':
      return null
    default:
      return choice satisfies never
  }
}
