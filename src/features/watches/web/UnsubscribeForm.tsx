import { useRef, useState } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { WatchesContract } from '../contract.ts'
import { watchText } from '../texts-and-limits.ts'
import './UnsubscribeForm.css'

/** This tab's storage key of the link's token, after it was removed from the URL. */
export const watchOffSecret = { key: 'watch-off-token', parts: ['token'] } as const

type UnsubscribeScope = 'item' | 'all'
type UnsubscribeFormProps = { secret: string | { token: string }; onInvalid: () => void }

/** Emails stop only when a button is pressed: mail programs open links to check them. */
export function UnsubscribeForm({ secret, onInvalid }: UnsubscribeFormProps) {
  const send = useApiClient()
  const [busyScope, setBusy] = useState<UnsubscribeScope>()
  const [doneScope, setDone] = useState<UnsubscribeScope>()
  const [fault, setFault] = useState<string>()
  const isUnderWay = useRef(false)

  async function unsubscribe(scope: UnsubscribeScope) {
    if (isUnderWay.current || typeof secret === 'string') return
    isUnderWay.current = true
    setBusy(scope)
    setFault(undefined)
    try {
      setDone(await sendUnsubscribe(send, secret.token, scope))
    } catch (error) {
      if (isRequestError(error) && error.code === 'INVALID_LINK') onInvalid()
      else setFault(getErrorMessage(error))
    }
    isUnderWay.current = false
    setBusy(undefined)
  }

  return (
    <div className="watch-off">
      <p role="status" className="watch-off__done">
        {doneScope && (doneScope === 'all' ? watchText.offAll : watchText.offItem)}
      </p>
      {fault && <Callout variant="bad" title={fault} role="alert" />}
      {!doneScope && (
        <StopButton
          className="primary-button primary-button--wide"
          isBusy={busyScope === 'item'}
          onPress={() => unsubscribe('item')}
        >
          Stop emails about this item
        </StopButton>
      )}
      {doneScope !== 'all' && (
        <StopButton
          className="btn btn--block"
          isBusy={busyScope === 'all'}
          onPress={() => unsubscribe('all')}
        >
          Stop all emails about watched items
        </StopButton>
      )}
    </div>
  )
}

async function sendUnsubscribe(
  send: ApiClient,
  token: string,
  scope: UnsubscribeScope,
): Promise<UnsubscribeScope> {
  const query = { token, ...(scope === 'all' && { all: 'true' as const }) }
  const { data } = await send<WatchesContract['turnOffWatch']>('POST /watches/off', { query })
  return data.all ? 'all' : 'item'
}

type StopButtonProps = { className: string; isBusy: boolean; onPress: () => void; children: string }

function StopButton({ className, isBusy, onPress, children }: StopButtonProps) {
  return (
    <button type="button" className={className} aria-busy={isBusy || undefined} onClick={onPress}>
      {isBusy && <Spinner />}
      <span>{children}</span>
    </button>
  )
}
