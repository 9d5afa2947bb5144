// src/domain/testbed/unread-gpus.ts
function describeUnreadGpus(gpus) {
	const groups = [...Map.groupBy(gpus, ({ vendor }) => vendor)].map(([vendor, list]) => {
		const paths = list.map(({ path }) => path).join(", ");
		return list.length > 1 ? `${paths} are ${vendor} GPUs` : `${paths} is an ${vendor} GPU`;
	});
	return groups.length === 0 ? null : `${groups.join(" and ")} that nothing here can read`;
}
function listUnreadRemedies(gpus) {
	return [...new Set(gpus.map(({ vendor }) => remedies[vendor]))];
}
const remedies = {
	NVIDIA: "In a container set NVIDIA_DRIVER_CAPABILITIES=compute,utility, elsewhere repair the driver until nvidia-smi -L lists the GPU.",
	AMD: "Put amd-smi (ROCm) on PATH, pass /dev/kfd and /dev/dri to a container, and add the user to the groups render and video, until amd-smi list shows the GPU.",
	Intel: "Intel GPUs cannot be measured: nothing here reads them."
};
const absences = [
	"DRIVER_NOT_LOADED",
	"Driver Not Loaded",
	"couldn't find libnvidia-ml.so",
	"No devices were found",
	"couldn't communicate with the NVIDIA driver",
	"Unable to detect any GPU",
	"Driver not initialized",
	"amdgpu not found"
];
const failure = /(?:nvmlInit_v2 of \S+ answered |(?:nvidia|amd|rocm)-smi failed: )([^]*?)(?=; (?:nvidia|amd|rocm)-smi |$)/g;
function isDriverFailing(monitorReason) {
	return [...monitorReason.matchAll(failure)].map(([, answer = ""]) => answer).some((answer) => !absences.some((text) => answer.includes(text)));
}

export { describeUnreadGpus, isDriverFailing, listUnreadRemedies };