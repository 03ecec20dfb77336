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
] as const)('the letters of %s', ([name, letters]) => {
  expect(getInitials(name)).toBe(letters)
})

test('a picture of its own goes before letters, a picture of its kind gives them their colours', () => {
  const drawn = (iconUrl: string) => renderToStaticMarkup(<LineLogo name="EMS" iconUrl={iconUrl} />)
  expect(drawn('/media/ems.png')).toContain('<img class="line-logo" src="/media/ems.png" alt=""')
  expect(drawn('/icons/lines/postal.svg')).toBe(
    '<span class="line-logo line-logo--postal" aria-hidden="true">EM</span>',
  )
  expect(drawn('')).toContain('line-logo--express')
})
