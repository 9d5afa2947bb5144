import { buildConnectionOptions, connectTo, createCommandAuthority, createGitHub, createIssueComments, isRequestFailure, returnNullIfMissing, systemClock } from "./github.js";

// src/io/github/octokit-workflow-runs.ts
const write = "actions: write";
const dispatches = "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches";
function createWorkflowRuns(connection) {
	const { client, place, ask } = connection;
	return {
		start: (workflow, inputs) => ask(`start the workflow ${workflow}`, write, () => start(connection, workflow, inputs)),
		cancel: (run) => ask(`cancel the run ${run}`, write, async () => {
			try {
				return await returnNullIfMissing(() => client.rest.actions.cancelWorkflowRun({
					...place,
					run_id: run
				})) === null ? "gone" : "cancelled";
			} catch (error) {
				if (isRequestFailure(error) && error.status === 409) return "over";
				throw error;
			}
		}),
		listChecks: (commit) => ask(`read the checks of ${commit.slice(0, 7)}`, "checks: read", async () => {
			const query = {
				...place,
				ref: commit,
				filter: "latest",
				per_page: 100
			};
			return (await client.paginate(client.rest.checks.listForRef, query)).map(toCheck);
		})
	};
}
async function start({ client, place }, workflow, inputs) {
	const { default_branch: ref } = (await client.rest.repos.get({ ...place })).data;
	const wish = {
		...place,
		workflow_id: workflow,
		ref,
		inputs: { ...inputs }
	};
	const dispatch = async (details) => (await client.request(`POST ${dispatches}`, {
		...wish,
		...details
	})).data;
	try {
		return toStarted(await dispatch({ return_run_details: true }));
	} catch (error) {
		if (!isRequestFailure(error) || !/return_run_details/u.test(error.message)) throw error;
		return toStarted(await dispatch({}));
	}
}
function toStarted(data) {
	if (typeof data !== "object" || data === null) return {
		id: null,
		url: null
	};
	return {
		id: "workflow_run_id" in data && typeof data.workflow_run_id === "number" ? data.workflow_run_id : null,
		url: "html_url" in data && typeof data.html_url === "string" ? data.html_url : null
	};
}
function toCheck(raw) {
	return {
		name: raw.name,
		externalId: raw.external_id ?? "",
		detailsUrl: raw.details_url,
		isCompleted: raw.status === "completed",
		conclusion: raw.conclusion,
		title: raw.output.title ?? "",
		summary: raw.output.summary ?? ""
	};
}

// src/wiring/command-ports.ts
function openCommandPorts(token, repository, step) {
	const options = buildConnectionOptions(token, repository, step);
	const connection = connectTo(options);
	return {
		gitHub: createGitHub(options),
		comments: createIssueComments(connection),
		authority: createCommandAuthority(connection),
		workflows: createWorkflowRuns(connection),
		clock: systemClock,
		logger: step.logger
	};
}

export { openCommandPorts };