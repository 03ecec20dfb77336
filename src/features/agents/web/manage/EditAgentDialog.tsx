import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { SubmitButton } from '#shared/web/ui/forms/SubmitButton.tsx'
import type { Agent } from '../../contract.ts'
import { agentText } from '../../spec.ts'
import { allAgentsQuery } from '../queries.ts'
import { LinkFields, NameField, OfferField } from './AgentFields.tsx'
import { type AgentForm, useAgentForm } from './agent-form.ts'
import './EditAgentDialog.css'
import { ImageField } from './ImageField.tsx'
import { LinkTemplateTester } from './LinkTemplateTester.tsx'

type EditAgentDialogProps = { agent: Agent; open: boolean; onClose: () => void }

/** §2 'Update Agent Details'. When it is closed without a button, the input is kept and restored. */
export function EditAgentDialog({ agent, open, onClose }: EditAgentDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Update Agent Details"
      className="agent-dialog"
      initialFocus={name}
    >
      <ReloadableEditForm agent={agent} nameRef={name} onClose={onClose} />
    </Dialog>
  )
}

type ReloadableEditFormProps = {
  agent: Agent
  nameRef: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** The fields start with the agent as it was when the dialog opened, or was reloaded. */
function ReloadableEditForm({ agent, ...rest }: ReloadableEditFormProps) {
  const queryClient = useQueryClient()
  const { queryKey } = allAgentsQuery(useApiClient(), useSession().user?.id)
  const [{ base, turn }, setBeginning] = useState({ base: agent, turn: 0 })
  const beginWith = (next: Agent) => setBeginning({ base: next, turn: turn + 1 })

  async function reload() {
    await queryClient.refetchQueries({ queryKey })
    const fresh = queryClient.getQueryData(queryKey)?.data.find(({ _id }) => _id === agent._id)
    beginWith(fresh ?? base)
  }

  return (
    <EditAgentForm key={turn} agent={base} onReload={reload} onStartOver={() => beginWith(base)} {...rest} />
  )
}

type EditAgentFormProps = ReloadableEditFormProps & {
  /** Starts again with the server's present data. */
  onReload: () => Promise<void>
  /** Starts again with the former data. */
  onStartOver: () => void
}

function EditAgentForm({ agent, nameRef, onClose, onReload, onStartOver }: EditAgentFormProps) {
  const { form, image, share, isRestored, drop } = useAgentForm({ agent, onSent: onClose })
  const { id, handleSubmit } = form.state

  function startOver() {
    drop()
    onStartOver()
  }
  async function reload() {
    drop()
    await onReload()
  }
  function cancel() {
    drop()
    onClose()
  }

  return (
    <form id={id} className="agent-edit" method="dialog" noValidate onSubmit={handleSubmit}>
      <div className="agent-edit__fields">
        <EditAgentNotes form={form} isRestored={isRestored} onReload={reload} onStartOver={startOver} />
        <div className="agent-edit__column">
          <NameField form={form} inputRef={nameRef} />
          <OfferField form={form} />
          <ImageField form={form} image={image} present={agent.img} share={share} />
        </div>
        <div className="agent-edit__column">
          <LinkFields form={form} />
        </div>
        <div className="agent-edit__all">
          <LinkTemplateTester form={form} />
        </div>
      </div>
      <div className="dlg__acts">
        <button type="button" className="btn" onClick={cancel}>
          Cancel
        </button>
        <SubmitButton form={form.state} label="Update Details" busyLabel="Saving…" look="brand" />
      </div>
    </form>
  )
}

type EditAgentNotesProps = Pick<AgentForm, 'form' | 'isRestored'> & {
  onReload: () => Promise<void>
  onStartOver: () => void
}

/** Notices above the fields; usually none. */
function EditAgentNotes({ form, isRestored, onReload, onStartOver }: EditAgentNotesProps) {
  const { failure, faults } = form.state
  const isOutdated = failure?.text === agentText.changed
  if (!failure && faults.length < 2 && !isRestored) return null
  return (
    <div className="agent-edit__all agent-edit__notes">
      <ErrorSummary form={form.state} />
      {failure && (
        <Callout look="bad" title={failure.text} role="alert">
          {isOutdated && (
            <div className="agent-edit__way">
              <p>Reload shows what it is now; what you typed here is lost.</p>
              <button type="button" className="btn" onClick={onReload}>
                Reload
              </button>
            </div>
          )}
          {failure.help && <span>{failure.help}</span>}
        </Callout>
      )}
      {isRestored && !failure && (
        <Callout title="Your changes were kept">
          <div className="agent-edit__way">
            <p>They are not saved yet.</p>
            <button type="button" className="btn" onClick={onStartOver}>
              Start over
            </button>
          </div>
        </Callout>
      )}
    </div>
  )
}
