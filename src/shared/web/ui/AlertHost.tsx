import { closeAlert, useShownAlert } from './alerts.ts'

/** Where alerts and questions appear; a layout has one. */
export function AlertHost() {
  const shown = useShownAlert()
  return shown ? <shown.AlertDialog request={shown.request} onClosed={closeAlert} /> : null
}
