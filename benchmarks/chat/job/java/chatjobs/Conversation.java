package chatjobs;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;

/** What an agent is asked: {@code key|pair|number|action}. */
final class Conversation {

    private static final int HISTORY =
            Integer.parseInt(System.getenv().getOrDefault("CHAT_HISTORY", "6"));

    final String pair;
    final String text;
    final String action;

    Conversation(InputEvent event) {
        String[] parts = String.valueOf(event.getInput()).split("\\|");
        pair = parts[1];
        text = parts[2];
        action = parts[3];
    }

    /** The question after some messages of history, each of which must be converted too. */
    static List<ChatMessage> messages(String text, String found) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int n = 0; n < HISTORY; n++) {
            messages.add(new ChatMessage(MessageRole.SYSTEM, "m" + n));
        }
        messages.add(new ChatMessage(MessageRole.USER, text + "|" + found));
        return messages;
    }
}
