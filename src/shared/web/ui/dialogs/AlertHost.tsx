import { closeAlert, useOpenAlert } from './alerts.ts'

/** Renders alerts and confirmations; each layout has one. */
export function AlertHost() {
  const alert = useOpenAlert()
  return alert ? <alert.AlertDialog request={alert.request} onClosed={closeAlert} /> : null
}
