import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { GovernanceWhenOpened } from '#app/governance/use-governance.tsx';
import { MapScreen } from '#app/map/MapScreen.tsx';
import { isOut, useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { SessionKeeper } from '#features/identity/SessionKeeper.tsx';
import { createQueryClient } from '#platform/query-client.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { ToastRegion } from '#ui/Toast.tsx';
import { SignedInExtras } from './SignedInExtras.tsx';

const MyPostsPage = lazyPart('MyPostsPage', () => import('#app/posts/MyPostsPage.tsx'));
const ProfilePage = lazyPart('ProfilePage', () => import('#app/people/ProfilePage.tsx'));
const MyChatRoomsPage = lazyPart('MyChatRoomsPage', () => import('#app/chat/MyChatRoomsPage.tsx'));
const MessagesPage = lazyPart('MessagesPage', () => import('#app/chat/MessagesPage.tsx'));
const FurtherPages = lazyPart('FurtherPages', () => import('./FurtherPages.tsx'));
const OutPage = lazyPart('OutPage', () => import('#app/standing/OutPage.tsx'));
const WalletPage = lazyPart('WalletPage', () => import('#app/wallet/WalletPage.tsx'));

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <SessionKeeper />
          <Pages />
        </BrowserRouter>
        <ToastRegion />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** What the address names; to whoever is out, why they are. */
function Pages() {
  const { user } = useSession();
  const { standing } = useSessionFacts();
  if (user && isOut(standing)) {
    return (
      <Suspense fallback={null}>
        <OutPage user={user} standing={standing} />
      </Suspense>
    );
  }
  return (
    <>
      <Suspense fallback={null}>
        <Routes>
          {/* One element for all its addresses, so that the map stays as it is when a post or room opens. */}
          <Route element={<MapScreen />}>
            <Route index element={null} />
            <Route path="map" element={null} />
            <Route path="post/:postId" element={null} />
            <Route path="plan/:planId" element={null} />
            <Route path="chat-rooms/:roomId" element={null} />
            <Route path="chat-rooms/:roomId/manage" element={null} />
          </Route>
          <Route path="my-posts" element={<MyPostsPage />} />
          <Route path="my-chatrooms/:roomId?" element={<MyChatRoomsPage />} />
          <Route path="profile/:userId?" element={<ProfilePage />} />
          <Route path="messages/:conversationId?" element={<MessagesPage />} />
          <Route path="wallet" element={<WalletPage />} />
          <Route path="*" element={<FurtherPages />} />
        </Routes>
      </Suspense>
      <GovernanceWhenOpened />
      <SignedInExtras />
    </>
  );
}
