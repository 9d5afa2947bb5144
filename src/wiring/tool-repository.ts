import packageJson from '../../package.json' with { type: 'json' }

/** `owner/name` of the repository that publishes warpgauge. */
export const toolRepository: string = packageJson.repository.url.replace(/^.*github\.com\/|\.git$/g, '')
