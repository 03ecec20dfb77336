import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getInitials, LineLogo } from './LineLogo.tsx'

test.for([
  ['EMS (China Post)', 'EM'],
  ['YunExpress Direct', 'YE'],
  ['ePacket (EUB)', 'EP'],
  ['4PX Direct', '4P'],
  ['DHL Express (HK)', 'DH'],
  ['Clothing line', 'CL'],
  ['e-EMS', 'EE'],
  ['顺丰', '顺丰'],
  ['X', 'X'],
] as const)('the initials of %s', ([name, initials]) => {
  expect(getInitials(name)).toBe(initials)
})

test('shows the image of the line, or initials in the colors of its kind', () => {
  const renderLogo = (iconUrl: string) => renderToStaticMarkup(<LineLogo name="EMS" iconUrl={iconUrl} />)
  expect(renderLogo('/media/ems.png')).toContain('<img class="line-logo" src="/media/ems.png" alt=""')
  expect(renderLogo('/icons/lines/postal.svg')).toBe(
    '<span class="line-logo line-logo--postal" aria-hidden="true">EM</span>',
  )
  expect(renderLogo('')).toContain('line-logo--express')
})
