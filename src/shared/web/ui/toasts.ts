import { createStore, useStore } from '#shared/web/store.ts'
import type { Toasts } from './Toasts.tsx'
import { setUndo } from './toast-options.ts'

type Kind = 'blank' | 'success' | 'error' | 'loading' | 'custom'
type Options = {
  /** The id of an earlier toast, which the new one replaces. */
  id?: string
  /** Offered beside the text, while the toast is shown. */
  undo?: () => void
}

let count = 0
const drawing = createStore<{ Toasts?: typeof Toasts }>({})

/** A short message about what just happened; returns its id. The library loads with the first one. */
export const toast = Object.assign((text: string, options?: Options) => say('blank', text, options), {
  success: (text: string, options?: Options) => say('success', text, options),
  error: (text: string, options?: Options) => say('error', text, options),
  /** Stays until another toast replaces it or it is dismissed. */
  loading: (text: string, options?: Options) => say('loading', text, options),
  /** Stays as long as a blank one (§9): for actions that the user may want to undo. */
  custom: (text: string, options?: Options) => say('custom', text, options),
  dismiss: (id: string) => {
    void library().then(({ toast }) => toast.dismiss(id))
  },
})

function say(kind: Kind, text: string, { id = `toast-${++count}`, undo }: Options = {}): string {
  setUndo(id, undo)
  void library().then(({ toast }) => {
    const show = kind === 'blank' ? toast : toast[kind]
    show(text, { id })
  })
  return id
}

async function library() {
  const [headless, { Toasts }] = await Promise.all([
    import('react-hot-toast/headless'),
    import('./Toasts.tsx'),
  ])
  drawing.set({ Toasts })
  return headless
}

/** The component that renders toasts, loaded with the first one. */
export function useToasts(): typeof Toasts | undefined {
  return useStore(drawing).Toasts
}
