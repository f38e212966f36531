package chatjobs;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.agents.api.InputEvent;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.messages.MessageRole;

/** What an agent is asked: {@code key|pair|number|history|action}. */
final class Conversation {

    final String pair;
    final String text;
    final String action;

    /** Messages before the question, each of which must be converted too. */
    final int history;

    Conversation(InputEvent event) {
        String[] parts = String.valueOf(event.getInput()).split("\\|");
        pair = parts[1];
        text = parts[2];
        history = Integer.parseInt(parts[3]);
        action = parts[4];
    }

    /** The question with what was found, after the history. */
    static List<ChatMessage> messages(String text, String found, int history) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int n = 0; n < history; n++) {
            messages.add(new ChatMessage(MessageRole.SYSTEM, "m" + n));
        }
        messages.add(new ChatMessage(MessageRole.USER, text + "|" + found));
        return messages;
    }
}
