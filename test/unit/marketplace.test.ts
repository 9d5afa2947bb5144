import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
type Manifest = {
  readonly name: string
  readonly description: string
  readonly branding: { readonly icon: string; readonly color: string }
  readonly runs: { readonly using: string; readonly main: string; readonly post: string }
}
const manifest = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Manifest

// https://docs.github.com/en/actions/how-tos/create-and-publish-actions/publish-in-github-marketplace
describe('action.yml meets the requirements of GitHub Marketplace', () => {
  it('is the only metadata file, in the root', () => {
    expect(globSync('**/action.{yml,yaml}', { cwd: root, exclude: ['**/node_modules/**'] })).toEqual(['action.yml'])
  })

  it('has a name that can be listed: short, and not a reserved word', () => {
    // Whether an action, a user or an organization already has the name shows only when it is published.
    expect(manifest.name).toMatch(/^[A-Za-z0-9][A-Za-z0-9 -]{0,60}[A-Za-z0-9]$/)
    expect(manifest.name.toLowerCase()).not.toMatch(/^(?:github|actions|marketplace)$/)
  })

  it('has a description of less than 125 characters', () => {
    expect(manifest.description.length).toBeGreaterThan(20)
    expect(manifest.description.length).toBeLessThan(125)
  })

  it('has an icon and one of the allowed colors', () => {
    // Of the Feather icons that GitHub allows, those that suit; an unknown icon blocks the listing.
    expect(['activity', 'bar-chart-2', 'cpu', 'trending-up', 'zap']).toContain(manifest.branding.icon)
    expect(['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark']).toContain(
      manifest.branding.color,
    )
  })

  it('starts committed files with a supported Node', () => {
    expect(manifest.runs.using).toBe('node24')
    for (const file of [manifest.runs.main, manifest.runs.post]) expect(existsSync(join(root, file))).toBe(true)
  })

  it('comes with a README and a licence', () => {
    for (const file of ['README.md', 'LICENSE']) expect(existsSync(join(root, file))).toBe(true)
  })
})
