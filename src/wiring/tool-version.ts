import packageJson from '../../package.json' with { type: 'json' }

/** Version of warpgauge, recorded with every run. */
export const toolVersion: string = packageJson.version
