import { SamplingLog, writeHdf5, writeHdf5Columns } from "./telemetry.js";

export { writeHdf5Columns };