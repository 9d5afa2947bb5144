import { collectRequirements, listConfiguredSuites, mergeRuns, planCompleteRun, planMatrix, planPart, planRun, refusePlaceholder, requireSelected, withMergeBase } from "./judging.js";

export { planMatrix };