import { createStore, useStore } from '#shared/web/store.ts'

type Toasts = typeof import('./Toasts.tsx').Toasts
type Kind = 'blank' | 'success' | 'error' | 'loading' | 'custom'
type Options = {
  /** An earlier toast's id: the new one takes its place. */
  id?: string
  /** Offered beside the text, while the toast stays. */
  undo?: () => void
}

/** How long each kind stays, in ms, and how long it takes to leave (§9). */
export const toastTimes = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  leaving: 1000,
} as const

let count = 0
const undos = new Map<string, () => void>()
const drawing = createStore<{ Toasts?: Toasts }>({})

/** A short word about what just happened; gives back its id. The library comes with the first one. */
export const toast = Object.assign((text: string, options?: Options) => say('blank', text, options), {
  success: (text: string, options?: Options) => say('success', text, options),
  error: (text: string, options?: Options) => say('error', text, options),
  /** Stays until another toast takes its place or it is dismissed. */
  loading: (text: string, options?: Options) => say('loading', text, options),
  /** Stays as long as a blank one (§9): for what somebody may want to undo. */
  custom: (text: string, options?: Options) => say('custom', text, options),
  dismiss: (id: string) => {
    void library().then(({ toast }) => toast.dismiss(id))
  },
})

function say(kind: Kind, text: string, { id = `toast-${++count}`, undo }: Options = {}): string {
  if (undo) undos.set(id, undo)
  else undos.delete(id)
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

/** What a toast offers to undo. */
export function undoOf(id: string): (() => void) | undefined {
  return undos.get(id)
}

/** The toast has gone, and its offer with it. */
export function forgetUndo(id: string): void {
  undos.delete(id)
}

/** The component that draws toasts, once there is one to draw. */
export function useToasts(): Toasts | undefined {
  return useStore(drawing).Toasts
}
