import { createStore, useStore } from '#shared/web/store.ts'
import type { AlertButton, AlertDialog, AlertRequest } from './AlertDialog.tsx'

type OpenAlert = { request: AlertRequest; AlertDialog: typeof AlertDialog }

const openAlertStore = createStore<OpenAlert | undefined>(undefined)

export type AlertMessage = Pick<AlertRequest, 'title' | 'text' | 'help' | 'footer'> & {
  /** Further buttons beside OK; each runs after the dialog has closed. */
  actions?: { label: string; run: () => void }[]
  kind?: 'error' | 'success'
}

/** Reports an error ('Oops...') or a success ('Deleted!') and waits until it is dismissed. */
export function showAlert({ actions = [], kind = 'error', ...content }: AlertMessage): Promise<void> {
  return new Promise((resolve) => {
    const ok: AlertButton = { label: 'OK', variant: 'brand', choose: resolve }
    const actionButtons = actions.map(
      ({ label, run }): AlertButton => ({
        label,
        variant: 'plain',
        choose: () => {
          run()
          resolve()
        },
      }),
    )
    openAlert({ kind, ...content, buttons: [...actionButtons, ok], safe: ok }).catch(() => {
      window.alert(`${content.title}\n${content.text}`)
      resolve()
    })
  })
}

export type ConfirmQuestion = Pick<AlertRequest, 'title' | 'text' | 'help'> & {
  confirm: string
  cancel?: string
  kind?: 'question' | 'warning'
  /** The confirmed action deletes something. */
  isDanger?: boolean
  /** When the confirm button is enabled, in ms since 1970. */
  readyAt?: number | undefined
}

/**
 * Asks for confirmation of an action that cannot be undone or takes long. Esc and Cancel resolve to false.
 */
export function askConfirm(question: ConfirmQuestion): Promise<boolean> {
  const { confirm, cancel = 'Cancel', isDanger = false, readyAt, ...content } = question
  const { kind = isDanger ? 'warning' : 'question' } = question
  return new Promise((resolve) => {
    const no: AlertButton = { label: cancel, variant: 'plain', choose: () => resolve(false) }
    const variant = isDanger ? 'danger' : 'brand'
    const yes: AlertButton = { label: confirm, variant, choose: () => resolve(true), readyAt }
    openAlert({ ...content, kind, buttons: [no, yes], safe: no }).catch(() =>
      resolve(window.confirm(`${content.title}\n${content.text}`)),
    )
  })
}

/**
 * The dialog's code loads with the first alert; without a connection the browser's own dialog replaces it.
 */
async function openAlert(request: AlertRequest): Promise<void> {
  const { AlertDialog } = await import('./AlertDialog.tsx')
  openAlertStore.set({ request, AlertDialog })
}

export function closeAlert(): void {
  openAlertStore.set(undefined)
}

export function useOpenAlert(): OpenAlert | undefined {
  return useStore(openAlertStore)
}
