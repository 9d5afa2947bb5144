/** Names of the formats of `warpgauge report --format …`. */
export const reportFormatNames = ['markdown', 'json', 'junit', 'terminal'] as const
export type ReportFormat = (typeof reportFormatNames)[number]
