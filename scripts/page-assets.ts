import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown, type OutputChunk, type Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')

/**
 * A rolldown plugin that builds the program and the style of `report.html` from `src/page` into `page/report.js` and
 * `page/report.css`. Minified: they are part of every report.
 */
export function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    async generateBundle() {
      const script = await buildScript()
      const style = ['node_modules/uplot/dist/uPlot.min.css', 'src/page/page.css'].map(read).join('\n')
      this.emitFile({ type: 'asset', fileName: 'page/report.js', source: embeddable(script.code, 'script') })
      this.emitFile({ type: 'asset', fileName: 'page/report.css', source: embeddable(minified(style), 'style') })
    },
  }
}

/** Folders of the packages that are part of the page, for the list of licences. */
export const pagePackages = ['uplot'].map((name) => join(root, 'node_modules', name))

async function buildScript(): Promise<OutputChunk> {
  const build = await rolldown({
    input: join(root, 'src/page/index.ts'),
    platform: 'browser',
    transform: { target: 'es2022' },
  })
  const { output } = await build.generate({ format: 'iife', minify: true, comments: { legal: true } })
  await build.close()
  const [chunk, ...more] = output
  if (more.length > 0) throw new Error(`the page is to be one file, and the build made ${output.length}`)
  return chunk
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function minified(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}

/** The text stands between tags as it is, so nothing in it may look like their end. */
function embeddable(text: string, element: 'script' | 'style'): string {
  if (new RegExp(`</${element}|<!--`, 'i').test(text))
    throw new Error(`the ${element} of the page would end its element`)
  return text
}
