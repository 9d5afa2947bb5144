import { renderComparisons, renderTerminal, renderTerminalBlocks } from "./measuring.js";

export { renderTerminalBlocks };