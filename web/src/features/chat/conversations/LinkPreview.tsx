import type { getLinkPreview } from '@dazi/contract/chat/link-previews';
import { skipToken, useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { call } from '#platform/api.ts';
import { UserText } from '#ui/UserText.tsx';
import { firstLink } from './mentions.ts';

const kept_ms = 60 * 60 * 1000;

/** What the first link of a message leads to, in words; nothing where the page says nothing of itself. */
export const LinkPreview = memo(function LinkPreview({ content }: { content: string }) {
  const url = useMemo(() => firstLink(content), [content]);
  const { data: preview } = useQuery({
    queryKey: ['link-preview', url],
    queryFn:
      url === null
        ? skipToken
        : async () =>
            (await call<typeof getLinkPreview>('GET', '/api/link-preview', { query: { url } })).data,
    staleTime: kept_ms,
    gcTime: kept_ms,
    retry: false,
  });
  if (!preview) return null;
  return (
    <a className="conversations-link" href={preview.url} target="_blank" rel="noopener noreferrer nofollow">
      <UserText as="span" className="conversations-link-site ell">
        {preview.siteName}
      </UserText>
      <UserText as="b" className="clamp2">
        {preview.title}
      </UserText>
      {preview.description && (
        <UserText as="span" className="clamp2">
          {preview.description}
        </UserText>
      )}
    </a>
  );
});
