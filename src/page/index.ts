import { showPage } from './page.ts'
import { startTelemetryWorker } from './telemetry-worker.ts'

// The same program is page and worker.
if (typeof document === 'undefined') startTelemetryWorker()
else showPage()
