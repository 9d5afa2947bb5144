// src/domain/telemetry/gpu.ts
const clocksEventReasons = [
	"gpu-idle",
	"applications-clocks-setting",
	"sw-power-cap",
	"hw-slowdown",
	"sync-boost",
	"sw-thermal-slowdown",
	"hw-thermal-slowdown",
	"hw-power-brake-slowdown",
	"display-clock-setting"
];

export { clocksEventReasons as t };