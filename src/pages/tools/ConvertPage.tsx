import './ConvertPage.css'
import { useRef } from 'react'
import { AgentLogo } from '#features/agents/web/AgentLogo.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { parseConvertSearch } from '#features/link-converter/convert-search.ts'
import { ConvertForm } from '#features/link-converter/web/ConvertForm.tsx'
import { ConvertIntro } from '#features/link-converter/web/ConvertIntro.tsx'
import { ConvertResults, type RecognizedItem } from '#features/link-converter/web/ConvertResults.tsx'
import { selectLine } from '#features/link-converter/web/NumberedTextarea.tsx'
import { useConversion } from '#features/link-converter/web/use-conversion.ts'
import { useExamples } from '#features/products/web/use-examples.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

const lead = 'Turn any product link into a link for your agent.'

/** Converts many links at once: each item's link at the visitor's agent, and at the others. */
export default function ConvertPage() {
  const params = useSearchParams()
  const preferred = usePreferredAgent()
  const examples = useExamples() ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const { text: linksInUrl } = parseConvertSearch(params)
  const { text, type, convert, clear, result, isOutdated, isBusy, problem, heading } = useConversion(
    linksInUrl ?? '',
  )
  return (
    <>
      <PageHead
        title="Link converter"
        description={lead}
        path={paths.convert()}
        isIndexed={linksInUrl === undefined}
      />
      <div className="wrap convert">
        <div className="convert__head">
          <h1>Link converter</h1>
          <p className="muted">{lead}</p>
        </div>
        <ConvertForm
          text={text}
          onType={type}
          onConvert={convert}
          onClear={clear}
          result={isOutdated ? undefined : result}
          isBusy={isBusy}
          problem={problem}
          field={field}
        />
        {result ? (
          <ConvertResults
            result={result}
            preferred={preferred}
            agentMark={(agent) => <AgentLogo agent={agent} size={24} />}
            renderActions={(items) => <AddAllButton items={items} />}
            onShowLine={(line) => field.current && selectLine(field.current, line)}
            headingRef={heading}
          />
        ) : (
          <ConvertIntro items={examples} onTry={convert} />
        )}
      </div>
    </>
  )
}

function AddAllButton({ items }: { items: readonly RecognizedItem[] }) {
  async function addAll() {
    const { addAllToHaul } = await import('./add-all-to-haul.ts')
    await addAllToHaul(items)
  }
  return (
    <button
      type="button"
      className="btn js-only"
      onClick={() => addAll().catch(() => toast.error("We couldn't change your haul."))}
    >
      Add all to haul
    </button>
  )
}
