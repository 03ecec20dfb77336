import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { EditForm, useFormBase } from '#shared/web/ui/forms/EditForm.tsx'
import type { Agent } from '../../contract.ts'
import { manageAgentText } from '../../manage-texts.ts'
import { allAgentsQuery } from '../queries.ts'
import { LinkFields, TextFields } from './AgentFields.tsx'
import { useAgentForm } from './agent-form.ts'
import './EditAgentDialog.css'
import { ImageField } from './ImageField.tsx'
import { type FindItem, LinkTemplateTester } from './LinkTemplateTester.tsx'

type EditAgentDialogProps = { agent: Agent; open: boolean; onClose: () => void; findItem: FindItem }

/** §2 'Update Agent Details'. When it is closed without a button, the input is saved and restored later. */
export function EditAgentDialog({ agent, open, onClose, findItem }: EditAgentDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      hasAddress
      open={open}
      onClose={onClose}
      title="Update Agent Details"
      className="agent-dialog"
      initialFocus={name}
    >
      <ReloadableEditForm agent={agent} nameRef={name} onClose={onClose} findItem={findItem} />
    </Dialog>
  )
}

type ReloadableEditFormProps = {
  agent: Agent
  nameRef: RefObject<HTMLInputElement | null>
  onClose: () => void
  findItem: FindItem
}

/** The fields start with the agent's data from when the dialog opened, or was reloaded. */
function ReloadableEditForm({ agent, ...rest }: ReloadableEditFormProps) {
  const queryClient = useQueryClient()
  const { queryKey } = allAgentsQuery(useApiClient(), useSession().user?.id)
  const { base, version, startWith } = useFormBase(agent)

  async function reload() {
    await queryClient.refetchQueries({ queryKey })
    const reloadedAgent = queryClient.getQueryData(queryKey)?.data.find(({ _id }) => _id === agent._id)
    startWith(reloadedAgent ?? base)
  }

  return (
    <EditAgentForm
      key={version}
      agent={base}
      onReload={reload}
      onStartOver={() => startWith(base)}
      {...rest}
    />
  )
}

type EditAgentFormProps = ReloadableEditFormProps & {
  /** Restarts the form with the server's current data. */
  onReload: () => Promise<void>
  /** Restarts the form with the data from when it opened. */
  onStartOver: () => void
}

function EditAgentForm(props: EditAgentFormProps) {
  const { agent, nameRef, onClose, findItem, onReload, onStartOver } = props
  const { form, image, share, restored, drop } = useAgentForm({ agent, onSent: onClose })
  const isOutdated = form.state.failure?.text === manageAgentText.changed
  return (
    <EditForm
      form={form.state}
      submit="Update Details"
      onCancel={onClose}
      drop={drop}
      draft={restored !== undefined && { ...restored, onDiscard: onStartOver }}
      onReload={isOutdated && onReload}
    >
      <div className="agent-edit">
        <div className="agent-edit__column">
          <TextFields form={form} nameRef={nameRef} />
          <ImageField form={form} image={image} currentUrl={agent.img} share={share} />
        </div>
        <div className="agent-edit__column">
          <LinkFields form={form} />
        </div>
        <div className="agent-edit__all">
          <LinkTemplateTester form={form} findItem={findItem} />
        </div>
      </div>
    </EditForm>
  )
}
