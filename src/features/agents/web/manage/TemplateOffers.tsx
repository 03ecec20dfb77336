import { useQuery } from '@tanstack/react-query'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import { agentLinkLabels } from '../../agent-fields.ts'
import type { AgentsContract, TemplateOffer } from '../../contract.ts'
import { manageAgentText } from '../../manage-texts.ts'
import { templateOffersQuery } from '../queries.ts'
import { getAgentErrorMessage } from './agent-error-message.ts'
import './TemplateOffers.css'

/** Links of built-in agents that this release would change; an admin applies them or keeps the current ones. */
export function TemplateOffers() {
  const send = useApiClient()
  const query = templateOffersQuery(send, useSession().user?.id)
  const { list = [], change, isChanging } = useOptimisticList(query.queryKey, useQuery(query))
  const settle = ({ agent_id, revision }: TemplateOffer, apply: boolean) =>
    change({
      of: agent_id,
      apply: (offers) => offers.filter((offer) => offer.agent_id !== agent_id),
      send: () =>
        send<AgentsContract['settleTemplateOffer']>('PATCH /agent/settleTemplateOffer', {
          query: { agent_id, revision: `${revision}`, apply: `${apply}` },
        }),
      success: ({ message }) => message,
      failure: (error) => getAgentErrorMessage(error, manageAgentText.detailsFailed),
      invalidated: [['getAgent'], ['listTemplateOffers']],
    })
  return list.map((offer) => (
    <Callout
      key={offer.agent_id}
      className="template-offer"
      title={`A new link template is available: ${offer.name}`}
    >
      <OfferedLinks links={offer.links} />
      <div className="template-offer__acts">
        <button
          type="button"
          className="btn btn--s"
          disabled={isChanging(offer.agent_id)}
          onClick={() => void settle(offer, true)}
        >
          Apply
          <span className="visually-hidden">{`, ${offer.name}`}</span>
        </button>
        <button
          type="button"
          className="btn btn--s btn--quiet"
          disabled={isChanging(offer.agent_id)}
          onClick={() => void settle(offer, false)}
        >
          Keep the old one
          <span className="visually-hidden">{`, ${offer.name}`}</span>
        </button>
      </div>
    </Callout>
  ))
}

function OfferedLinks({ links }: Pick<TemplateOffer, 'links'>) {
  return (
    <dl>
      {links.map(({ shopType, current, offered }) => (
        <div key={shopType}>
          <dt>{agentLinkLabels[shopType]}</dt>
          <dd>{`Old: ${current || 'none'}`}</dd>
          <dd>{`New: ${offered || 'none'}`}</dd>
        </div>
      ))}
    </dl>
  )
}
