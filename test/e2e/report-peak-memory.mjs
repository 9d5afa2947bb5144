import { writeFileSync } from 'node:fs'

// Preloaded into the process of the action: what it took at most is known only at its end.
process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS * 1024)))
