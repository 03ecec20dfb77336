import type { ReactNode } from 'react'
import { createStore, useStore } from '#shared/web/store.ts'

type AlertDialog = typeof import('./AlertDialog.tsx').AlertDialog

export type AlertButton = { label: string; look: 'plain' | 'brand'; choose: () => void }
export type AlertRequest = {
  kind: 'error' | 'question'
  title: string
  text: string
  /** Our own line under the sentence of the specification. */
  help?: ReactNode
  footer?: ReactNode
  /** From left to right; the focus starts on the safe one. */
  buttons: AlertButton[]
  safe: AlertButton
}
type Shown = { request: AlertRequest; AlertDialog: AlertDialog }

const shown = createStore<Shown | undefined>(undefined)

export type Alert = Pick<AlertRequest, 'title' | 'text' | 'help' | 'footer'> & {
  /** Further ways out beside OK; each runs after the dialog has gone. */
  actions?: { label: string; run: () => void }[]
}

/** Says that something went wrong ('Oops...') and waits until it was read. */
export function showAlert({ actions = [], ...words }: Alert): Promise<void> {
  return new Promise((resolve) => {
    const ok: AlertButton = { label: 'OK', look: 'brand', choose: resolve }
    const others = actions.map(
      ({ label, run }): AlertButton => ({
        label,
        look: 'plain',
        choose: () => {
          run()
          resolve()
        },
      }),
    )
    open({ kind: 'error', ...words, buttons: [...others, ok], safe: ok }).catch(() => {
      window.alert(`${words.title}\n${words.text}`)
      resolve()
    })
  })
}

export type Question = { title: string; text: string; confirm: string; cancel?: string }

/**
 * Asks before something that cannot be undone; Esc and Cancel mean no.
 * @public part of the shell, which every list with a delete action uses
 */
export function askConfirm({ title, text, confirm, cancel = 'Cancel' }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const no: AlertButton = { label: cancel, look: 'plain', choose: () => resolve(false) }
    const yes: AlertButton = { label: confirm, look: 'brand', choose: () => resolve(true) }
    open({ kind: 'question', title, text, buttons: [no, yes], safe: no }).catch(() =>
      resolve(window.confirm(`${title}\n${text}`)),
    )
  })
}

/** The dialog's code comes with the first alert; without a connection the browser's own dialog must do. */
async function open(request: AlertRequest): Promise<void> {
  const { AlertDialog } = await import('./AlertDialog.tsx')
  shown.set({ request, AlertDialog })
}

export function closeAlert(): void {
  shown.set(undefined)
}

export function useShownAlert(): Shown | undefined {
  return useStore(shown)
}
