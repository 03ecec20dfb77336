import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { PreviewedForm } from '#shared/web/ui/forms/PreviewedForm.tsx'
import type { Agent } from '../../contract.ts'
import { LinkFields, TextFields } from './AgentFields.tsx'
import { AgentPreview } from './AgentPreview.tsx'
import { useAgentForm } from './agent-form.ts'
import { ImageField } from './ImageField.tsx'
import { type FindItem, LinkTemplateTester } from './LinkTemplateTester.tsx'

/** §2 'Add an Agent'; the form is cleared after each success. */
export function AddAgentForm({ findItem }: { findItem: FindItem }) {
  const [added, setAdded] = useState<Agent>()
  useEffect(() => {
    if (added) document.getElementById('add-agent-name')?.focus() // for the next one
  }, [added])
  return <EmptyForm key={added?._id} added={added} onAdded={setAdded} findItem={findItem} />
}

type EmptyFormProps = { added: Agent | undefined; onAdded: (agent: Agent) => void; findItem: FindItem }

function EmptyForm({ added, onAdded, findItem }: EmptyFormProps) {
  const { form, image, share } = useAgentForm({ onSent: onAdded })
  return (
    <PreviewedForm
      side={
        <>
          <AgentPreview form={form} image={image.preview} />
          <LinkTemplateTester form={form} findItem={findItem} />
        </>
      }
    >
      {added && (
        <Callout variant="ok" title={`${added.name} is number ${added.serial} in the list.`} role="status">
          <span>
            <a href={paths.manageAgent()}>Manage Agent</a>
          </span>
        </Callout>
      )}
      <ErrorSummary form={form.state} />
      <Form form={form.state} submit="Add Agent" busy="Adding…">
        <div className="form-row">
          <TextFields form={form} />
        </div>
        <LinkFields form={form} />
        <ImageField form={form} image={image} share={share} />
      </Form>
    </PreviewedForm>
  )
}
