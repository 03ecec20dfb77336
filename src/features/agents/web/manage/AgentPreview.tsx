import { ImagePlus } from 'lucide-react'
import { useFormValues } from '#shared/web/form-values.ts'
import { Preview } from '#shared/web/ui/forms/PreviewedForm.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import { AgentLogo } from '../AgentLogo.tsx'
import '../AgentPicker.css'
import type { AgentField } from './agent-form.ts'
import './AgentPreview.css'

type AgentPreviewProps = {
  form: ValidatedForm<AgentField>
  /** The URL of its image. */
  image: string | undefined
}

/** The agent as it will look in the picker. */
export function AgentPreview({ form, image }: AgentPreviewProps) {
  const [name, offer] = useFormValues(form, ['name', 'offer'])
  return (
    <Preview>
      <div className="agent-preview">
        <div className="agent-row">
          {image ? (
            <AgentLogo agent={{ img: image }} size={40} />
          ) : (
            <span className="agent-preview__blank">
              <ImagePlus className="icon icon--s" aria-hidden />
            </span>
          )}
          <span>
            <b>{name.trim() || 'no name yet'}</b>
            <span className="agent-row__offer">{offer.trim() || 'no offer yet'}</span>
          </span>
        </div>
      </div>
    </Preview>
  )
}
