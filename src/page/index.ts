import { showPage } from './page.ts'
import { startTelemetryWorker } from './telemetry-worker.ts'

// The page starts the same program again as its worker.
if (typeof document === 'undefined') startTelemetryWorker()
else showPage()
