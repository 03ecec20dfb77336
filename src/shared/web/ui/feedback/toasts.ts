import { createStore, useStore } from '#shared/web/store.ts'
import type { Toasts } from './Toasts.tsx'
import { setUndo, toastTimes } from './toast-options.ts'

type ToastKind = 'blank' | 'success' | 'error' | 'loading' | 'custom'
type ToastOptions = {
  /** The id of an earlier toast, which the new one replaces. */
  id?: string
  /** The action of an Undo button in the toast. */
  undo?: () => void
}

let count = 0
const toastsStore = createStore<{ Toasts?: typeof Toasts }>({})

/**
 * A short message about what just happened; returns its id. The library loads with the first one; without a
 * connection the browser's own dialog replaces it.
 */
export const toast = Object.assign(
  (text: string, options?: ToastOptions) => showToast('blank', text, options),
  {
    success: (text: string, options?: ToastOptions) => showToast('success', text, options),
    error: (text: string, options?: ToastOptions) => showToast('error', text, options),
    /** Stays until another toast replaces it or it is dismissed. */
    loading: (text: string, options?: ToastOptions) => showToast('loading', text, options),
    /** Stays as long as a blank one (§9): for actions that the user may want to undo. */
    custom: (text: string, options?: ToastOptions) => showToast('custom', text, options),
    dismiss: (id: string) => {
      loadToasts().then(
        ({ toast }) => toast.dismiss(id),
        () => undefined, // then there is none
      )
    },
  },
)

function showToast(
  kind: ToastKind,
  text: string,
  { id = `toast-${++count}`, undo }: ToastOptions = {},
): string {
  setUndo(id, undo)
  loadToasts().then(
    ({ toast }) => {
      const show = kind === 'blank' ? toast : toast[kind]
      show(text, { id, ...(undo && { duration: toastTimes.undo }) })
    },
    () => {
      if (kind !== 'loading') window.alert(text)
    },
  )
  return id
}

async function loadToasts() {
  const [headless, { Toasts }] = await Promise.all([
    import('react-hot-toast/headless'),
    import('./Toasts.tsx'),
  ])
  toastsStore.set({ Toasts })
  return headless
}

/** The component that renders toasts, loaded with the first one. */
export function useToasts(): typeof Toasts | undefined {
  return useStore(toastsStore).Toasts
}
