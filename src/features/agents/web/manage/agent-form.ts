import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiClient, SendOptions } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import { type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { deleteDraft, readDraft, readDraftTime } from '#shared/web/drafts.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { RestoredDraft } from '#shared/web/ui/forms/EditForm.tsx'
import { type FormFailure, useValidatedForm, type ValidatedForm } from '#shared/web/validated-form.ts'
import {
  type AgentTextKey,
  agentLinkLabels,
  agentTextFields,
  agentTextKeys,
  mapTextFields,
} from '../../agent-fields.ts'
import type { Agent, AgentsContract } from '../../contract.ts'
import { validateLinkTemplate, validateText } from '../../form-validation.ts'
import { manageAgentText } from '../../manage-texts.ts'
import { allAgentsQuery } from '../queries.ts'
import { getAgentErrorMessage } from './agent-error-message.ts'
import { type AgentImage, useAgentImage } from './agent-image.ts'

/** `version` is the agent's version when editing began. */
export type AgentField = AgentTextKey | ShopType | 'image' | 'version'
type AgentFormTexts = Record<AgentField, string>

export type AgentForm = {
  form: ValidatedForm<AgentField>
  image: AgentImage
  /** The share of the image that was uploaded, from 0 to 1; undefined when nothing is being sent. */
  share: number | undefined
  /** The saved draft that the form was restored from. */
  restored: Omit<RestoredDraft, 'onDiscard'> | undefined
  /** Deletes the draft. */
  drop: () => void
}

type AgentFormOptions = {
  /** The agent to update; undefined for a new one. */
  agent?: Agent
  onSent: (agent: Agent) => void
}

const textFields = [...agentTextKeys, ...shopTypes]
const draftFields: readonly AgentField[] = [...textFields, 'version']

/** The fields of an agent (§2 Add an Agent, 'Update Agent Details'), validated as §5 says. */
export function useAgentForm({ agent, onSent }: AgentFormOptions): AgentForm {
  const id = agent ? `agent-${agent._id}` : 'add-agent'
  const send = useApiClient()
  const updateCachedAgent = useCachedAgentUpdate()
  const owner = useSession().user?.id
  const image = useAgentImage()
  const [share, setShare] = useState<number>()
  const draft = useMemo(() => ({ owner, names: draftFields }), [owner])
  const [{ start, restored }] = useState(() => {
    const key = { form: id, owner }
    const formStart = getFormStart(agent, readDraft(key))
    return {
      ...formStart,
      restored: formStart.fields && { fields: formStart.fields, savedAt: readDraftTime(key) },
    }
  })
  const form = useValidatedForm<AgentField>({
    id,
    draft,
    start,
    rules: {
      ...mapTextFields((key) => (text: string) => validateText(text, key)),
      taobao: (text) => validateLinkTemplate(text, 'taobao'),
      weidian: (text) => validateLinkTemplate(text, 'weidian'),
      ali_1688: (text) => validateLinkTemplate(text, 'ali_1688'),
      image: (text) => (agent || text ? undefined : manageAgentText.noImage),
      version: () => undefined,
    },
    submit: async (texts) => {
      const { file } = image
      const options: SendOptions = file ? { onProgress: setShare } : {}
      if (file) setShare(0)
      try {
        const reply = await sendAgent({ send, agent, texts, file, options })
        toast.success(reply.message)
        updateCachedAgent(reply.data)
        deleteDraft(id)
        onSent(reply.data)
      } finally {
        setShare(undefined)
      }
      return 'done'
    },
    explain: (error) =>
      toAgentFormError(error, agent ? manageAgentText.detailsFailed : manageAgentText.addFailed),
  })
  return { form, image, share, restored, drop: () => deleteDraft(id) }
}

/** Updates the cached list at once; the refetch may take long. */
function useCachedAgentUpdate(): (agent: Agent) => void {
  const queryClient = useQueryClient()
  const { queryKey } = allAgentsQuery(useApiClient(), useSession().user?.id)
  return (agent) => {
    queryClient.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          data: list.data.map((cachedAgent) => (cachedAgent._id === agent._id ? agent : cachedAgent)),
        },
    )
    void queryClient.invalidateQueries({ queryKey: ['getAgent'] })
  }
}

type AgentSubmission = {
  send: ApiClient
  agent: Agent | undefined
  texts: AgentFormTexts
  file: File | undefined
  options: SendOptions
}
type SavedAgent = { data: Agent; message: string }

function sendAgent({ send, agent, texts, file, options }: AgentSubmission): Promise<SavedAgent> {
  const { taobao, weidian, ali_1688, version } = texts
  const details = { ...mapTextFields((key) => texts[key]), to: { taobao, weidian, ali_1688 } }
  if (agent) {
    const query = { agent_id: agent._id }
    const body = { ...details, version: Number(version) }
    return send<AgentsContract['updateAgent']>('POST /agent/updateAgent', { query, body, file }, options)
  }
  if (!file) throw new Error('The form of a new agent was submitted without an image.')
  const body = { ...details, active: true }
  return send<AgentsContract['createAgent']>('POST /agent/createAgent', { body, file }, options)
}

/** `fields`: the labels of the fields that the draft changes. */
type AgentFormStart = { start: Partial<AgentFormTexts>; fields?: string[] }

const fieldLabels = { ...mapTextFields((key) => agentTextFields[key].label), ...agentLinkLabels }

/** The agent's data with the draft applied, unless the agent was changed after the draft. */
function getFormStart(agent: Agent | undefined, draft: Partial<AgentFormTexts>): AgentFormStart {
  if (!agent) return { start: {} }
  const current: Partial<AgentFormTexts> = {
    ...mapTextFields((key) => agent[key]),
    ...agent.to,
    version: String(agent.version),
  }
  const isOfVersion = draft.version === current.version
  const changed = textFields.filter((field) => isOfVersion && draft[field] !== current[field])
  if (changed.length === 0) return { start: current }
  return { start: { ...current, ...draft }, fields: changed.map((field) => fieldLabels[field]) }
}

/** The form's fields by the server's names. */
const fieldByServerName = new Map<string, AgentField>([
  ['file', 'image'],
  ...shopTypes.map((shopType) => [`to.${shopType}`, shopType] as const),
])

function toAgentFormError(error: unknown, fallback: string): FormFailure {
  const text = getAgentErrorMessage(error, fallback)
  if (!isRequestError(error)) return { text, help: 'Check your connection and try again.' }
  const [fieldError] = error.errors ?? []
  const field = fieldByServerName.get(fieldError?.field ?? '')
  return fieldError && field ? { text: fieldError.message, field } : { text }
}
