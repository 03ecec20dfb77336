import { createStore } from '#shared/web/store.ts'

/** Whether the haul's sheet is open, wherever it was opened from. */
export const traySheet = createStore(false)
