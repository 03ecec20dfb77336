import { closeAlert, useShownAlert } from './alerts.ts'

/** Renders alerts and confirmations; each layout has one. */
export function AlertHost() {
  const shown = useShownAlert()
  return shown ? <shown.AlertDialog request={shown.request} onClosed={closeAlert} /> : null
}
