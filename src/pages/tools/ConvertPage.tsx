import './ConvertPage.css'
import { useRef } from 'react'
import { AgentLogo } from '#features/agents/web/AgentLogo.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { parseConvertSearch } from '#features/link-converter/convert-search.ts'
import { ConvertForm } from '#features/link-converter/web/ConvertForm.tsx'
import { ConvertIntro } from '#features/link-converter/web/ConvertIntro.tsx'
import { ConvertResults } from '#features/link-converter/web/ConvertResults.tsx'
import { selectLine } from '#features/link-converter/web/NumberedTextarea.tsx'
import { useConversion } from '#features/link-converter/web/use-conversion.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { AddAllButton } from './AddAllButton.tsx'

const lead = 'Turn any product link into a link for your agent.'

/** Many links at once: each item's link on the visitor's agent, and on the others. */
export default function ConvertPage() {
  const params = useSearchParams()
  const preferred = usePreferredAgent()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text: given } = parseConvertSearch(params)
  const { text, type, convert, clear, result, isOutdated, isBusy, problem, heading } = useConversion(
    given ?? '',
  )
  return (
    <>
      <PageHead
        title="Link converter"
        description={lead}
        path={paths.convert()}
        isIndexed={given === undefined}
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
          <ConvertIntro onTry={convert} />
        )}
      </div>
    </>
  )
}
