import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type DraftKey, keepDraft, readDraft } from '#shared/web/drafts.ts'
import { takeIntent } from '#shared/web/intent.ts'
import { useSession } from '#shared/web/session.ts'
import { toast, toastTimes } from '#shared/web/ui/toasts.ts'
import { missingIn, type Written, write, writtenIn } from './written.ts'

type Options = {
  form: RefObject<HTMLFormElement | null>
  draft: DraftKey
  post: (form: HTMLFormElement, review: Written) => void
}
type Waiting = { timer: ReturnType<typeof setTimeout>; toast: string }

/**
 * Puts back what was written before, also what a visitor wrote who has logged in since. What was complete when he went
 * to log in is sent, after a while in which he can undo that. Gives back what calls that off.
 */
export function useKeptReview({ form, draft, post }: Options): () => void {
  const { status, user } = useSession()
  const waiting = useRef<Waiting>(undefined)

  function callOff() {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    toast.dismiss(waiting.current.toast)
    waiting.current = undefined
  }

  const resume = useEffectEvent((element: HTMLFormElement) => {
    const isTakenOver = putBack(element, draft)
    if (!isTakenOver || user?.role !== 'user') return
    if (!takeIntent('review', location.pathname) || missingIn(writtenIn(element))) {
      toast('Your review was kept. Press Submit to send it.')
      return
    }
    waiting.current = {
      toast: toast.custom('Your review was kept and is being sent.', { undo: callOff }),
      timer: setTimeout(send, toastTimes.blank, element),
    }
  })
  const send = useEffectEvent((element: HTMLFormElement) => {
    callOff()
    post(element, writtenIn(element))
  })

  useEffect(() => {
    const element = form.current
    if (!element || status === 'loading') return
    resume(element)
    return callOff
  }, [form, status, user?.id])

  return callOff
}

/** As a draft keeps it. */
export function textsOf({ comment, rating }: Written): Record<string, string> {
  return { comment, rating: String(rating) }
}

/** True when it was a visitor's and now is this person's. Nothing is put over what stands there already. */
function putBack(element: HTMLFormElement, draft: DraftKey): boolean {
  const own = readDraft(draft)
  const isOwn = Object.keys(own).length > 0
  const texts = isOwn ? own : readDraft({ ...draft, owner: undefined })
  const kept: Written = { comment: texts.comment ?? '', rating: Number(texts.rating ?? 0) }
  if (kept.comment === '' && kept.rating === 0) return false
  const { comment, rating } = writtenIn(element)
  if (comment === '' && rating === 0) write(element, kept)
  const isTakenOver = !isOwn && draft.owner !== undefined
  if (isTakenOver) keepDraft(draft, textsOf(kept))
  return isTakenOver
}
