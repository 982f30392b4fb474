import { describe, expect, it } from 'vitest'
import { composeNotices, reduceSbom } from '#scripts/legal/write-legal-files.ts'

const zod = { name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'The text of MIT.' }
const program = {
  name: 'SumatraPDF',
  version: '3.4.6',
  identifier: 'GPL-3.0-only',
  text: 'GPL',
  isProgram: true,
} as const

describe('the third-party notices', () => {
  it('have the name, the version and the licence of each package', () => {
    expect(composeNotices([zod, program])).toMatch(
      /zod@4\.6\.7 \(MIT\)\n\nThe text of MIT\.\n[\s\S]*SumatraPDF@3\.4\.6 \(GPL-3\.0-only\)\n\nGPL\n/,
    )
  })

  it('cannot be written for a package without a licence', () => {
    expect(() => composeNotices([zod, { name: 'bare', version: '1.0.0' }])).toThrow('no licence: bare@1.0.0')
  })
})

describe('the list of packages', () => {
  const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version })
  const tree = {
    metadata: { component: { 'bom-ref': 'atrium@0.1.0' } },
    components: [
      component('zod', '4.6.7'),
      component('zod', '3.0.0'),
      component('vitest', '5.1.1'),
      component('electron', '45.4.1'),
    ],
    dependencies: [
      { ref: 'atrium@0.1.0', dependsOn: ['zod@4.6.7', 'vitest@5.1.1'] },
      { ref: 'vitest@5.1.1', dependsOn: ['zod@3.0.0'] },
      { ref: 'zod@4.6.7' },
    ],
  }

  it('has exactly the packages in the product, including Electron', () => {
    const { components, dependencies } = reduceSbom(tree, [zod, program])
    expect(components.map((one) => one['bom-ref'])).toEqual(['zod@4.6.7', 'electron@45.4.1', 'SumatraPDF@3.4.6'])
    expect(components.at(-1)).toMatchObject({
      type: 'application',
      licenses: [{ license: { id: 'GPL-3.0-only' } }],
    })
    expect(dependencies).toEqual([
      { ref: 'atrium@0.1.0', dependsOn: ['zod@4.6.7'] },
      { ref: 'zod@4.6.7', dependsOn: [] },
    ])
  })

  it('lists a package that is installed under an alias by its real name', () => {
    const { components } = reduceSbom(tree, [{ name: '@cantoo/pdf-lib', version: '2.11.1', identifier: 'MIT' }])
    expect(components.at(-1)).toMatchObject({ type: 'library', purl: 'pkg:npm/%40cantoo/pdf-lib@2.11.1' })
  })
})
