import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { findSafetyNotices, type Notice } from '#domain/safety/notices.ts'
import { standardLanguage } from '#domain/values/language.ts'
import type { SafetyFormState } from '../../safety/safety-form-store.ts'
import { useLanguage } from '../text-language.ts'

/** Returns the notices of the member's answers in the member's language. The list changes only if its content does. */
export const useMemberNotices = (safety: StoreApi<SafetyFormState>): readonly Notice[] => {
  const language = useLanguage()
  const notices = useStore(safety, (state) => state.notices)
  return useMemo(() => {
    const { assessment, safetyCase } = safety.getState()
    return language === standardLanguage ? notices : findSafetyNotices(assessment, { ...safetyCase, language })
  }, [notices, language, safety])
}
